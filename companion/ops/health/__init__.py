"""How the house itself is: what is wrong in a sentence with what to do, numbers for machines, and the watchdog."""
