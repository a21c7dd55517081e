import ArgumentParser

/// How a file is to be read.
enum InputForm: String, ExpressibleByArgument, CaseIterable {
    case raw, curl, har, log
}
