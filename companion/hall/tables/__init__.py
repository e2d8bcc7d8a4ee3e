"""One table that the hall serves: read from its log when its turn has come, its page, and what is told of it."""
