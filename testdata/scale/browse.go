package main

func browse(report string) error { return nil }
