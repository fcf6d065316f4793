"""What an illegal answer does wrong, found out contest by contest. Read `mistake.py` first."""
