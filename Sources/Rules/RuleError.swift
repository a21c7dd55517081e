package import Filter

/// Why rules cannot be used, and where.
package struct RuleError: Error, Sendable, Hashable {
    package let place: RulePlace
    /// The line as it is written; empty when the matter is no line.
    let line: String
    package let fault: FilterError

    init(_ place: RulePlace, _ line: String, _ fault: FilterError) {
        self.place = place
        self.line = line
        self.fault = fault
    }

    /// Of a whole source, without a place in it.
    package init(source: String, _ clause: String) {
        self.init(RulePlace(file: source, line: 0), "", FilterError(0..<0, clause))
    }

    package var column: Int { fault.column(in: line) }

    /// In a sentence.
    package var text: String {
        fault.message.prefix(1).uppercased() + fault.message.dropFirst() + (fault.message.hasSuffix("?") ? "" : ".")
    }

    /// `debug.rules:3:14: there is no action 'sett'. Did you mean …`, and under it the place with carets.
    package var shown: String {
        guard !line.isEmpty else { return "\(place.file): \(fault.message)" }
        let excerpt = fault.shown(in: line).split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
        let stop = fault.message.hasSuffix("?") ? "" : "."
        return (["\(place.text):\(column): \(fault.message)\(stop)"] + excerpt.map(String.init))
            .joined(separator: "\n")
    }
}
