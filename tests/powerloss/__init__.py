"""What a power cut leaves: real code on a disk that keeps what was synced, and of the rest whatever it likes."""
