import Platform

/// `exit`, which commands have another meaning for.
func endProcess(_ code: Int32) -> Never {
    exit(code)
}
