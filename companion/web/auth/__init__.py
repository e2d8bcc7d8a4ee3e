"""Who asks, and what that device may do: identity, permissions, download tickets."""
