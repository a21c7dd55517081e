import Explain

extension Span {
    /// What a value is made of: its parts without what stands between them; itself when it is not divided.
    var significantParts: [Span] {
        let parts = children.filter { !$0.isSeparator }
        return parts.isEmpty ? [self] : parts
    }

    /// Parts of a part that are worth a line of their own.
    var parameters: [Span] {
        children.filter {
            $0.rule == "parameter" || $0.rule == "link-param" || $0.rule == "forwarded-pair"
                || $0.rule == "serialized-directive"
        }
    }

    /// Of a request target: what there is to say beyond what it is as a whole.
    var targetParts: [Span] {
        var parts: [Span] = []
        var name: Span?
        func walk(_ span: Span) {
            for (place, child) in span.children.enumerated() {
                let next = place + 1 < span.children.count ? span.children[place + 1].rule : ""
                switch child.rule {
                case "scheme", "authority", "fragment": parts.append(child)
                case "parameter-name" where next == "\"=\"": name = child
                case "parameter-name": parts.append(child)
                case "parameter-value":
                    // Name and value on one line, with the sentence of the value.
                    let range = (name ?? child).range.lowerBound..<child.range.upperBound
                    parts.append(Span(child.rule, range, child.spec, child.text, malformed: child.isMalformed))
                case "path-abempty", "path-absolute":
                    parts.append(child)
                    parts += child.children.filter { $0.rule == "segment" && !$0.children.isEmpty || $0.isMalformed }
                case "userinfo" where !child.children.isEmpty: parts.append(child)
                case _ where child.isMalformed: parts.append(child)
                default: walk(child)
                }
                if child.rule == "authority" { walk(child) }
            }
        }
        walk(self)
        return parts
    }
}

extension String {
    var capitalisedFirst: String {
        guard let first else { return self }
        return first.uppercased() + dropFirst()
    }
}
