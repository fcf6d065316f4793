"""Plans of seasons: read, written anew, and made for each evaluation."""
