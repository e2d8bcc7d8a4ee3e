"""Many tables on one PostgreSQL and one broker, served by any number of workers."""
