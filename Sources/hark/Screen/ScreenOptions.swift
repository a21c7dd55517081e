import ArgumentParser

/// Whether the terminal is filled with a view of what passes.
struct ScreenOptions: ParsableArguments {
    @Flag(name: .long, help: "Fill the terminal with a list of what passes, to move in and look into; q ends it.")
    var screen = false
}
