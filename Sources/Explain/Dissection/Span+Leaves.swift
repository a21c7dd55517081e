extension Span {
    /// The deepest parts that break a rule, in order; at most eight.
    package var malformedLeaves: [Span] {
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

    /// A sign between parts, white space or a line end: it is named byte by byte only.
    package var isSeparator: Bool {
        guard !isMalformed else { return false }
        switch rule {
        case "SP", "OWS", "BWS", "RWS", "CRLF", "DQUOTE": return true
        default: return rule.first == "\""
        }
    }
}
