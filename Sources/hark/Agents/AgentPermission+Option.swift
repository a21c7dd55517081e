import ArgumentParser
import MCP

extension AgentPermission {
    /// The permissions that an option names, none of them for an empty value; else the error of the command line.
    static func option(_ value: String, _ name: String) throws -> Set<AgentPermission> {
        guard !value.isEmpty else { return [] }
        do throws(Unknown) {
            return try list(value)
        } catch {
            let names = allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                "invalid value '\(error.word.terminalEscaped)' for \(name) (expected \(names), or all)")
        }
    }
}
