"""The handler of each kind of effect."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.nemesis.rules import effect_call
from companion.games.nemesis.rules.bag_development import develop
from companion.games.nemesis.rules.crew import hands, health
from companion.games.nemesis.rules.effect_call import EffectHandler
from companion.games.nemesis.rules.intruders import combat, noise
from companion.games.nemesis.rules.map import rooms_and_doors, special_rooms

DEEDS: Mapping[str, EffectHandler] = {
    "light_wound": EffectHandler(health.suffer_by_effect),
    "serious_wound": EffectHandler(health.suffer_by_effect),
    "contamination": EffectHandler(health.suffer_by_effect),
    "slime": EffectHandler(health.suffer_by_effect),
    "larva": EffectHandler(health.suffer_by_effect),
    "heal_light": EffectHandler(health.heal_light, health.cannot_heal_light),
    "heal_serious": EffectHandler(health.heal_serious, health.cannot_heal_serious),
    "clean": EffectHandler(health.clean, health.cannot_clean),
    "remove_larva": EffectHandler(health.remove_larva, health.cannot_remove_larva),
    "draw": EffectHandler(hands.draw_by_effect, hands.cannot_draw),
    "discard": EffectHandler(hands.discard),
    "ammo": EffectHandler(hands.load_weapon, hands.cannot_load),
    "gain": EffectHandler(hands.gain_item),
    "search": EffectHandler(hands.search, hands.cannot_search),
    "scan": EffectHandler(health.scan, health.cannot_scan),
    "move": EffectHandler(rooms_and_doors.walk, rooms_and_doors.cannot_walk),
    "careful_move": EffectHandler(rooms_and_doors.walk_carefully, rooms_and_doors.cannot_walk_carefully),
    "explore": EffectHandler(rooms_and_doors.look_next_door, rooms_and_doors.cannot_explore),
    "fire": EffectHandler(rooms_and_doors.place_fire),
    "extinguish": EffectHandler(rooms_and_doors.extinguish, rooms_and_doors.cannot_extinguish),
    "malfunction": EffectHandler(rooms_and_doors.place_malfunction),
    "discard_malfunction": EffectHandler(rooms_and_doors.repair, rooms_and_doors.cannot_repair),
    "noise": EffectHandler(noise.make_noise),
    "noise_all": EffectHandler(noise.noise_all),
    "quiet": EffectHandler(noise.quiet, noise.cannot_quiet),
    "close_door": EffectHandler(rooms_and_doors.close_door, rooms_and_doors.cannot_close_door),
    "open_door": EffectHandler(rooms_and_doors.open_door, rooms_and_doors.cannot_open_door),
    "injure": EffectHandler(combat.injure, combat.cannot_injure),
    "injure_all": EffectHandler(combat.injure_all, combat.cannot_injure_all),
    "take_egg": EffectHandler(special_rooms.take_egg, special_rooms.cannot_take_egg),
    "destroy_egg": EffectHandler(special_rooms.destroy_egg, special_rooms.cannot_destroy_egg),
    "look_engine": EffectHandler(special_rooms.look_at_engine, special_rooms.cannot_reach_engine),
    "repair_engine": EffectHandler(special_rooms.repair_engine, special_rooms.cannot_reach_engine),
    "break_engine": EffectHandler(special_rooms.break_engine, special_rooms.cannot_reach_engine),
    "look_course": EffectHandler(special_rooms.look_course),
    "set_course": EffectHandler(special_rooms.set_course),
    "send_signal": EffectHandler(special_rooms.send_signal, special_rooms.cannot_signal),
    "self_destruct": EffectHandler(special_rooms.start_alarm, special_rooms.cannot_start_alarm),
    "stop_self_destruct": EffectHandler(special_rooms.stop_alarm, special_rooms.cannot_stop_alarm),
    "unlock_pod": EffectHandler(special_rooms.unlock_pod, special_rooms.cannot_unlock_pod),
    "lock_pod": EffectHandler(special_rooms.lock_pod, special_rooms.cannot_lock_pod),
    "enter_pod": EffectHandler(special_rooms.enter_pod, special_rooms.cannot_enter_pod),
    "sleep": EffectHandler(special_rooms.sleep, special_rooms.cannot_sleep),
    "token": EffectHandler(noise.add_token),
    "spawn": EffectHandler(noise.spawn),
    "develop": EffectHandler(lambda g, act: develop(g, act.effect.n)),
    "tell": EffectHandler(effect_call.show_text),
}
