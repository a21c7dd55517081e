import Foundation
import TestKit

/// A network of its own for as long as this is referred to: nothing in it reaches that of this machine.
final class NetworkNamespace: Sendable {
    private let scratch: Scratch
    private let holder: Child
    private let entry: [String]

    /// Whether this user may have what the tests need: two of them with a link between, and a packet filter that
    /// redirects in both versions of IP.
    static let isPermitted: Bool = {
        guard let networks = try? RoutedNetworks() else { return false }
        let lines = [RoutedNetworks.redirect, RoutedNetworks.redirectOfOwn]
        return lines.allSatisfy { (try? networks.router.redirect($0)) != nil }
    }()

    /// Root needs no user namespace, and can be several users.
    static let isRoot = geteuid() == 0

    /// What runs a program in it.
    var prefix: [String] { entry }
    /// The process that holds it.
    var pid: pid_t { holder.pid }

    /// - Parameter outer: the namespace whose neighbour it is to be.
    init(beside outer: NetworkNamespace? = nil) throws {
        scratch = try Scratch()
        var words = try [Tool.find("unshare"), "-n", Tool.find("sleep"), "600"]
        if let outer {
            words = outer.prefix + words
        } else if !Self.isRoot {
            words.insert("-Ur", at: 1)
        }
        holder = try Child(
            words[0], Array(words.dropFirst()), output: scratch.file("stdout"), diagnostics: scratch.file("stderr"))
        let pid = holder.pid
        entry =
            try [Tool.find("nsenter")] + (Self.isRoot ? [] : ["-U", "--preserve-credentials"]) + ["-t", "\(pid)", "-n"]
        let (holder, diagnostics) = (holder, scratch.file("stderr"))
        // It has become `sleep` once it is where it is to be.
        try eventually("a network namespace is there") {
            if holder.hasEnded { throw Failure((try? String(contentsOfFile: diagnostics, encoding: .utf8)) ?? "") }
            return (try? String(contentsOfFile: "/proc/\(pid)/comm", encoding: .utf8)) == "sleep\n"
        }
        try run("ip", "link", "set", "lo", "up")
    }

    @discardableResult
    func run(_ tool: String, _ words: String...) throws -> String {
        let result = try ask(tool, words)
        guard result.code == 0 else { throw Failure("\(tool) \(words): \(result.diagnostics)") }
        return result.text
    }

    func ask(_ tool: String, _ words: [String]) throws -> Tool.Result {
        let program = try tool.hasPrefix("/") ? tool : Tool.find(tool)
        return try Tool.run(entry[0], entry.dropFirst() + [program] + words)
    }

    /// Puts lines of nft in force.
    func redirect(_ lines: String) throws {
        try run("nft", "-f", scratch.write("rules.nft", lines + "\n"))
    }
}
