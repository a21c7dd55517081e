package import Explain

extension Span {
    /// A sign between parts, white space or a line end: it is named byte by byte only.
    var isSeparator: Bool {
        guard !isMalformed else { return false }
        switch rule {
        case "SP", "OWS", "BWS", "RWS", "CRLF", "DQUOTE": return true
        default: return rule.first == "\""
        }
    }

    /// What a value is made of, at the first level where there is more than one part; itself when it is not divided.
    var significantParts: [Span] {
        var span = self
        while true {
            let parts = span.children.filter { !$0.isSeparator }
            guard parts.count == 1, let only = parts.first else {
                return parts.isEmpty ? [span] : parts
            }
            // A sentence about a group says more than that about its only part, which is the same bytes.
            if only.children.isEmpty || span.children.count > 1 { return [only] }
            span = only
        }
    }

    /// The deepest parts that break a rule, in order; at most eight.
    var malformedLeaves: [Span] {
        var found: [Span] = []
        func walk(_ span: Span) {
            guard found.count < 8 else { return }
            let before = found.count
            for child in span.children { walk(child) }
            if span.isMalformed, found.count == before { found.append(span) }
        }
        walk(self)
        return found
    }

    /// The parts without parts, in order: every byte once.
    package var leaves: [Span] {
        var found: [Span] = []
        var open = [self]
        while let span = open.popLast() {
            if span.children.isEmpty { found.append(span) } else { open += span.children.reversed() }
        }
        return found
    }
}

extension String {
    var capitalisedFirst: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst()
    }
}
