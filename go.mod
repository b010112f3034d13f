module jprof

go 1.26
