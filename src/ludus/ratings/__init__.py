"""What results say about strength: pure functions of results and their counts."""
