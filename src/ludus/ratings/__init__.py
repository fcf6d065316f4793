"""What results say about strength: pure functions of counts."""
