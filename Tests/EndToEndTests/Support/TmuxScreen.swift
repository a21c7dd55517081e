import Foundation
import TestKit

/// A terminal of a known size, by tmux: what a command draws in it can be read, keys can be pressed. Gone with the last
/// reference to it.
final class TmuxScreen: Sendable {
    let home: PrivateHome
    private let socket: String
    private let configuration: String
    private static let environment = ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]

    /// - Parameters:
    ///   - command: a line for the shell, in which `HARK` stands for the program.
    ///   - variables: beside those that keep the person's own folders out of it.
    init(
        _ command: String, home: PrivateHome, columns: Int = 80, rows: Int = 24,
        variables: [String] = ["LC_ALL=C.UTF-8"]
    ) throws {
        self.home = home
        socket = home.scratch.file("tmux")
        let settings =
            [
                "HOME=" + home.scratch.file("home"), "XDG_DATA_HOME=" + home.scratch.file("data"), "HARK_PAGER=cat",
                "NO_COLOR=", "ENV=", "PS1=ready$ ", "TMPDIR=" + home.scratch.path,
            ] + variables
        // What was written last is to be seen when the command has ended.
        let line = command.replacing("HARK", with: try Tool.hark()) + "; cat"
        // Before anything runs in it: a line for its status would be one that the command has not.
        configuration = try home.scratch.write(
            "tmux.conf", "set-option -g status off\nset-option -s escape-time 0\n")
        try tmux(
            ["new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "/usr/bin/env"] + settings + [
                "/bin/sh", "-c", line,
            ])
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        let result = try Tool.run(
            Tool.find("tmux"), ["-u", "-S", socket, "-f", configuration] + arguments, environment: Self.environment,
            seconds: 30)
        guard result.code == 0 else { throw Failure("tmux \(arguments): \(result.summary)") }
        return result.text
    }

    /// Keys by the names that tmux has for them; letters are themselves.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// A text, letter by letter.
    func type(_ text: String) throws { try tmux(["send-keys", "-l", text]) }

    func resize(columns: Int, rows: Int) throws {
        try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// What is on it now; with the sequences that colour it, when these are wanted.
    func text(withColours: Bool = false) throws -> String {
        try tmux(["capture-pane", "-p"] + (withColours ? ["-e"] : []))
    }

    /// A fact about it, in tmux' words.
    func fact(_ format: String) throws -> String {
        try tmux(["display-message", "-p", format]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Waits until a program fills it, or gives it back.
    func wait(isFullScreen: Bool) throws {
        try eventually("the terminal is \(isFullScreen ? "filled" : "given back")") {
            try fact("#{alternate_on}") == (isFullScreen ? "1" : "0")
        }
    }

    /// Waits until the screen is as it is meant to be; answers it.
    @discardableResult
    func wait(_ what: String, withColours: Bool = false, _ isSo: (String) -> Bool) throws -> String {
        var text = ""
        do {
            try eventually(what) {
                text = try self.text(withColours: withColours)
                return isSo(text)
            }
        } catch {
            // Lines of boxes are cut between two bytes of a character on their way through `swift test`, which then
            // drops the whole piece, the reason with it.
            throw Failure("\(error)\n" + String(text.map { $0.isASCII ? $0 : "#" }))
        }
        return text
    }

    /// Waits until all these words are on it at once. What is painted comes piece by piece: one word says nothing of
    /// another.
    @discardableResult
    func wait(for words: String...) throws -> String {
        try wait("\(words) on the screen") { text in words.allSatisfy { text.contains($0) } }
    }

    deinit { _ = try? tmux(["kill-server"]) }
}
