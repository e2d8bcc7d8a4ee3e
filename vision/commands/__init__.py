"""The commands `./table read`, `watch`, `enrol` and `kit`: words and files in, a file or sentences out.

They recognise nothing themselves and use no terminal: questions and output go through functions handed in. Only
`companion/cli.py` and the benches import a command.
"""
