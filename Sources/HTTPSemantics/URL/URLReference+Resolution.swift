import Bytes

extension URLReference {
    /// This reference resolved against `base` (RFC 3986 §5.2.2, strict).
    ///
    /// The result has no dot segments, except one that prevents a `//` from being read as an authority. `base` must be
    /// absolute; if it is not, the reference is returned.
    public func resolved(against base: URLReference) -> URLReference {
        guard base.isAbsolute else { return self }
        var result: [UInt8] = []
        result.reserveCapacity(base.raw.count + raw.count)
        if let scheme {
            append(raw, scheme, to: &result)
            result.append(ASCII.colon)
            appendAuthority(of: self, to: &result)
            appendPath(raw.slice(path), of: self, to: &result)
            append(query, after: ASCII.question, of: self, to: &result)
        } else {
            if let scheme = base.scheme { append(base.raw, scheme, to: &result) }
            result.append(ASCII.colon)
            if authority != nil {
                appendAuthority(of: self, to: &result)
                appendPath(raw.slice(path), of: self, to: &result)
                append(query, after: ASCII.question, of: self, to: &result)
            } else {
                appendAuthority(of: base, to: &result)
                if path.isEmpty {
                    append(base.raw, base.path, to: &result)
                    let owner = query == nil ? base : self
                    append(owner.query, after: ASCII.question, of: owner, to: &result)
                } else {
                    let merged = raw[path.lowerBound] == ASCII.slash ? raw.slice(path) : merge(with: base)
                    appendPath(merged, of: base, to: &result)
                    append(query, after: ASCII.question, of: self, to: &result)
                }
            }
        }
        append(fragment, after: ASCII.hash, of: self, to: &result)
        return URLReference(Bytes(result))
    }

    /// RFC 3986 §5.2.3: this path after everything up to the last `/` of the base's.
    private func merge(with base: URLReference) -> Bytes {
        let basePath = base.raw.slice(base.path)
        var merged: [UInt8]
        if base.authority != nil, basePath.isEmpty {
            merged = [ASCII.slash]
        } else {
            let end = basePath.lastIndex(of: ASCII.slash).map { $0 + 1 } ?? 0
            merged = Array(basePath.slice(0..<end))
        }
        merged.append(contentsOf: raw.slice(path))
        return Bytes(merged)
    }

    /// RFC 3986 §5.2.4, as one pass over the segments: `.` goes, `..` takes the segment before it along.
    static func removingDotSegments(_ path: Bytes) -> [UInt8] {
        guard path.firstIndex(of: ASCII.period) != nil else { return Array(path) }
        var output: [UInt8] = []
        output.reserveCapacity(path.count)
        // Where each segment of the output begins, its slash included.
        var starts: [Int] = []
        var index = 0
        // Steps 2A and 2D: dot segments without a slash before them vanish, with the slash after them.
        while index < path.count, path[index] != ASCII.slash {
            let end = path.firstIndex(of: ASCII.slash, from: index) ?? path.count
            let first = path.slice(index..<end)
            if first == "." || first == ".." {
                index = min(end + 1, path.count)
                continue
            }
            starts.append(0)
            output.append(contentsOf: first)
            index = end
            break
        }
        while index < path.count {
            let end = path.firstIndex(of: ASCII.slash, from: index + 1) ?? path.count
            let segment = path.slice((index + 1)..<end)
            let isLast = end == path.count
            if segment == "." {
                if isLast { output.append(ASCII.slash) }
            } else if segment == ".." {
                if let start = starts.popLast() { output.removeSubrange(start...) }
                if isLast { output.append(ASCII.slash) }
            } else {
                starts.append(output.count)
                output.append(contentsOf: path.slice(index..<end))
            }
            index = end
        }
        return output
    }

    /// The path without dot segments, behind the authority of `owner` or where that has none.
    private func appendPath(_ path: Bytes, of owner: URLReference, to result: inout [UInt8]) {
        let path = Self.removingDotSegments(path)
        if owner.authority == nil { result += Self.guardAgainstAuthority(path) }
        result += path
    }

    private func append(_ source: Bytes, _ range: Range<Int>, to result: inout [UInt8]) {
        result.append(contentsOf: source.slice(range))
    }

    private func appendAuthority(of owner: URLReference, to result: inout [UInt8]) {
        guard let authority = owner.authority else { return }
        result += [ASCII.slash, ASCII.slash]
        append(owner.raw, authority, to: &result)
    }

    private func append(_ range: Range<Int>?, after mark: UInt8, of owner: URLReference, to result: inout [UInt8]) {
        guard let range else { return }
        result.append(mark)
        append(owner.raw, range, to: &result)
    }
}
