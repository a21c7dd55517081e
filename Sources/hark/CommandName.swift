import Filter
import Views

/// The first word of the command line, when it names no command: what to say of it. Pure.
enum CommandName {
    /// A sentence about a word that names no command; nil when there is nothing to say: flags come first, and then it
    /// is `hark proxy` that they are meant for.
    ///
    /// - Parameters:
    ///   - arguments: of the command line, without the program's name.
    ///   - known: the names of all commands.
    static func mistake(in arguments: [String], known: [String]) -> String? {
        guard let word = arguments.first, !word.hasPrefix("-"), !known.contains(word) else { return nil }
        guard let nearest = NearestName.find(word.lowercased(), among: known) else {
            return "unknown command '\(word.terminalEscaped)'. Commands: \(known.joined(separator: ", "))"
        }
        return "unknown command '\(word.terminalEscaped)'. Did you mean 'hark \(nearest)'?"
    }
}
