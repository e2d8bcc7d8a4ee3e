"""Compare responses of the server with the OpenAPI document."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from werkzeug.test import TestResponse

from tests.asyncapi.fits import closed

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "openapi.json"


class Document:
    """The document as a client reads it: the file alone."""

    def __init__(self, document: Any) -> None:
        self.paths: Any = document["paths"]
        self._operations = {told["operationId"]: told for path in self.paths.values() for told in path.values()}
        self._components = document["components"]
        self._checked: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self._strict = {"schemas": closed(document["components"]["schemas"])}

    def trouble(self, name: str, response: TestResponse) -> str:
        """Return how a response differs from the document, "" if it does not."""
        told = self._operations[name]["responses"]
        code = str(response.status_code)
        answer = told.get(code) or told.get(f"{code[0]}XX")
        if answer is None:
            return f"{name}: {code} is not documented"
        content = self._meant(answer)["content"]
        kind = next((kind for kind in content if _is(response.mimetype, kind)), None)
        if kind is None:
            return f"{name}: {response.mimetype} instead of {', '.join(content)}"
        return self._misfit(name, content[kind].get("schema"), response)

    def _misfit(self, name: str, schema: Any, response: TestResponse) -> str:
        if schema is None:
            return ""
        error = next(self._validator(schema).iter_errors(response.get_json()), None)
        return "" if error is None else f"{name}: {'.'.join(map(str, error.instance_path))}: {error.message[:200]}"

    def _meant(self, told: Any) -> Any:
        return self._components["responses"][told["$ref"].rpartition("/")[2]] if "$ref" in told else told

    def _validator(self, schema: Any) -> jsonschema_rs.Draft202012Validator:
        key = json.dumps(schema)
        if key not in self._checked:
            self._checked[key] = jsonschema_rs.Draft202012Validator({**closed(schema), "components": self._strict})
        return self._checked[key]


def _is(mime: str, kind: str) -> bool:
    """Return whether a media type matches, as "image/png" does "image/*"."""
    return all(wished in ("*", there) for wished, there in zip(kind.split("/"), mime.split("/"), strict=True))


@cache
def read() -> Document:
    return Document(json.loads(DOCUMENT.read_text(encoding="utf-8")))
