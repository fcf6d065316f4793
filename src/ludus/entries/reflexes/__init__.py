"""What our programs play without a search, where no time is left for one."""
