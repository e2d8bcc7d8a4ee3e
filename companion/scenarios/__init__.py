"""What the command line does with scenarios of Mansions: keep one, look one over, let chance play one."""
