"""Intruders: noise, encounters, attacks, combat."""
