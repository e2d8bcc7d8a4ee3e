"""The long proofs: `./table prove NAME`. Each is a module here with one function, `prove`; small parts of them are ordinary tests."""
