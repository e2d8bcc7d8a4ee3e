"""What Home Assistant makes of a message: templates in its own language, and what it knows of a platform.

Nobody reads these: they are rendered at home, from `public/state` and `public/event` as `schema/public_state.py` has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from companion.schema import EventKind

MOST = 255  # letters that a state may have there
CONNECTIVITY: Mapping[str, Any] = {"device_class": "connectivity", "payload_on": "online", "payload_off": "offline"}
PROBLEM: Mapping[str, Any] = {"device_class": "problem"}
EVENTS: Mapping[str, Any] = {"event_types": list(get_args(EventKind))}
ROUND = "{{ value_json.round }}"
ROLL = f"{{{{ value_json.roll.words[:{MOST}] if value_json.roll else None }}}}"
ROLLED = "{{ (value_json.roll or {}) | tojson }}"
VERDICT = "{{ value_json.verdict.outcome or 'none' }}"
JUDGED = "{{ value_json.verdict | tojson }}"
AIR = "{{ value_json.air }}"
ALARM = "{{ 'ON' if value_json.alarms else 'OFF' }}"
ALARMS = (
    "{% set said = namespace(all=[]) %}{% for one in value_json.alarms %}"
    "{% set said.all = said.all + [(one.about ~ ': ' if one.about else '') ~ one.text] %}{% endfor %}"
    "{{ {'alarms': said.all, 'kinds': value_json.alarms | map(attribute='kind') | list} | tojson }}"
)
HEARD = (
    "{{ {'event_type': value_json.kind, 'text': value_json.text, 'seat': value_json.seat, 'object': value_json.object, "
    "'faces': value_json.faces, 'cue': value_json.cue, 'tone': value_json.tone} | tojson }}"
)
ASKED_NAMES = "value_json.seats | selectattr('asked') | map(attribute='name') | list"
EMPTY = "{'mood': 'empty', 'name': '', 'colour': '#000000', 'asked': false}"  # nobody sits there


def text(field: str) -> str:
    """A text, as much of it as fits; one that is empty is unknown.

    >>> text("now")
    '{{ value_json.now[:255] or None }}'
    """
    return f"{{{{ value_json.{field}[:{MOST}] or None }}}}"


def beside(**values: str) -> str:
    """What stands beside a state: name -> expression.

    >>> beside(rev="value_json.rev")
    "{{ {'rev': value_json.rev} | tojson }}"
    """
    pairs = ", ".join(f"'{name}': {value}" for name, value in values.items())
    return f"{{{{ {{{pairs}}} | tojson }}}}"


def seat(of: str) -> tuple[str, str]:
    """Of one seat its mood, and beside it the colour as a lamp takes it."""
    one = f"{{% set one = value_json.seats | selectattr('seat', 'eq', '{of}') | first | default({EMPTY}) %}}"
    rgb = ", ".join(f"one.colour[{k}:{k + 2}] | int(0, 16)" for k in (1, 3, 5))
    light = beside(person="one.name", asked="one.asked", colour="one.colour", rgb_color=f"[{rgb}]")
    return f"{one}{{{{ one.mood }}}}", f"{one}{light}"
