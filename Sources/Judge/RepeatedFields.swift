import Bytes
import Explain
import Flow
import HTTPModel

/// A field with one value that was sent in several lines: nobody knows which line counts, so nothing is praised or
/// remarked about the value of any of them. What is wrong with a value is wrong in each line, and stays.
enum RepeatedFields {
    private static let code = "field-repeated"

    /// The findings without the remarks on values that have no meaning.
    static func settled(_ findings: [Finding], _ facts: Facts) -> [Finding] {
        // Hardly any exchange has one.
        guard findings.contains(where: { $0.check.code == code }) else { return findings }
        let repeated = findings.filter { $0.check.code == code }.compactMap { finding -> (MessageKind, Bytes)? in
            guard let kind = finding.message else { return nil }
            return name(at: finding.range, of: kind, facts).map { (kind, $0) }
        }
        return findings.filter { finding in
            guard finding.level <= .info, finding.check.code != code, let kind = finding.message else { return true }
            return !repeated.contains { $0.0 == kind && isAbout($0.1, finding, kind, facts) }
        }
    }

    private static func isAbout(_ name: Bytes, _ finding: Finding, _ kind: MessageKind, _ facts: Facts) -> Bool {
        if case .field(kind, let field) = finding.check.scope.narrowed(to: kind), name.equalsIgnoringCase(field.name) {
            return true
        }
        return self.name(at: finding.range, of: kind, facts).map { $0.equalsIgnoringCase(name) } ?? false
    }

    /// The field in whose line these bytes are.
    private static func name(at range: Range<Int>, of kind: MessageKind, _ facts: Facts) -> Bytes? {
        guard !range.isEmpty, let fields = kind == .request ? facts.request?.fields : facts.response?.fields else {
            return nil
        }
        let line = fields.lines.first { line in
            line.name.lowerBound <= range.lowerBound
                && range.upperBound <= max(line.name.upperBound, line.value.upperBound)
        }
        return line.map { fields.name(of: $0) }
    }
}
