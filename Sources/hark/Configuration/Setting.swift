/// A value that is in force for a command, and where it comes from.
struct Setting: Equatable {
    enum Origin: Equatable {
        case environment(String)
        case file(name: String, line: Int, profile: String?, isSystem: Bool)
        case standard

        /// As `hark config` prints it.
        var text: String {
            switch self {
            case .environment(let variable): variable
            case .file(let name, let line, let profile, _):
                "\(name):\(line)" + (profile.map { ", profile \($0)" } ?? "")
            case .standard: "default"
            }
        }

        /// For programs.
        var word: String {
            switch self {
            case .environment: "environment"
            case .file(_, _, .some, _): "profile"
            case .file(_, _, nil, let isSystem): isSystem ? "system" : "file"
            case .standard: "default"
            }
        }
    }

    let option: CommandOption
    /// Of a flag `true` or `false`; of a list all values, the weakest first.
    var values: [String]
    /// Of the strongest source.
    var origin: Origin

    /// The words that say the same on a command line.
    var words: [String] {
        switch option.kind {
        case .flag: values == ["true"] ? ["--\(option.name)"] : []
        case .value, .list: values.map { "--\(option.name)=\($0)" }
        }
    }
}
