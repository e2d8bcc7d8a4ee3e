"""Training pictures made of real dice: cut out of licensed photographs and pasted on other grounds.

python -m vision.training.cutouts PHOTOS --scenes 300 --seed 1 --out FOLDER --name C1
"""
