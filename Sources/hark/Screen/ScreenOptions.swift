import ArgumentParser

/// Whether the terminal is filled with a view of what passes.
struct ScreenOptions: ParsableArguments {
    @Flag(name: .long, help: "Show live traffic in the full-screen terminal view; q quits.")
    var screen = false
}
