import ArgumentParser

/// How a file is to be read.
enum InputForm: String, ExpressibleByArgument, CaseIterable {
    case raw, curl, har, log
    /// What one side of an HTTP/2 connection sent.
    case http2Client = "h2-client"
    case http2Server = "h2-server"
}
