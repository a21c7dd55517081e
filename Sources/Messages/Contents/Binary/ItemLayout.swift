import Bytes

/// Lays nested values of a binary format out as JSON is: what MessagePack and CBOR have in common. Bounded in depth.
protocol ItemLayout {
    var reader: BinaryReader { get set }
    var options: LayoutOptions { get }

    /// Reads one value and puts it where the line is; false when none can be read.
    mutating func item(at depth: Int, _ out: inout LineBuilder) -> Bool
    /// Steps over the mark that ends a container without a count.
    mutating func takesEnd() -> Bool
}

extension ItemLayout {
    /// Deeper than this nobody nests, and nothing is read.
    static var deepest: Int { 64 }

    /// All values, one after another: most bodies have one.
    mutating func write(to out: inout LineBuilder) {
        while !reader.isAtEnd, !out.isFull {
            let start = reader.index
            out.begin(0)
            if item(at: 0, &out) { continue }
            out.damage("byte \(reader.index): no value can be read here. The rest, from byte \(start) on:")
            HexLayout(reader.bytes.slice(start..<reader.bytes.count), limit: options.hexLimit, startingAt: start)
                .write(to: &out)
            return
        }
        out.end()
    }

    /// - Parameter count: of values, or of pairs; nil when a mark ends it.
    mutating func container(_ count: Int?, isMap: Bool, at depth: Int, _ out: inout LineBuilder) -> Bool {
        guard depth < Self.deepest else { return false }
        if count == 0 {
            out.put(isMap ? "{}" : "[]", .mark)
            return true
        }
        out.put(isMap ? "{" : "[", .mark)
        var left = count
        while left != 0, !out.isFull {
            if left == nil, takesEnd() { break }
            out.begin(depth + 1)
            if isMap, !pair(at: depth + 1, &out) { return false }
            if !isMap, !item(at: depth + 1, &out) { return false }
            left = left.map { $0 - 1 }
        }
        out.begin(depth)
        out.put(isMap ? "}" : "]", .mark)
        return true
    }

    private mutating func pair(at depth: Int, _ out: inout LineBuilder) -> Bool {
        let start = reader.index
        guard item(at: depth, &out) else { return false }
        let name = reader.bytes.slice(start..<reader.index)
        out.put(": ", .mark)
        // The name has its length before it, in one to three bytes.
        guard options.isSecret != nil,
            (1...3).contains(where: { places in
                name.count > places && options.hides(name.slice(places..<name.count), Bytes())
            })
        else { return item(at: depth, &out) }
        var hidden = LineBuilder(lineLimit: options.lineLimit)
        guard item(at: depth, &hidden) else { return false }
        out.put(LayoutOptions.secret, .secret)
        return true
    }

    /// A text; what is none is shown all the same, and marked.
    mutating func text(_ count: UInt64, _ out: inout LineBuilder) -> Bool {
        guard let count = Int(exactly: count), let text = reader.take(count) else { return false }
        out.put("\"", .string)
        out.put(text, .string)
        out.put("\"", .string)
        return true
    }

    mutating func bytes(_ count: UInt64, at depth: Int, _ out: inout LineBuilder) -> Bool {
        let start = reader.index
        guard let count = Int(exactly: count), let content = reader.take(count) else { return false }
        if content.count <= 32 {
            out.put("h'" + Hex.text(content) + "'", .string)
        } else {
            out.put("\(content.count) bytes", .note)
            HexLayout(content, limit: 64, startingAt: start).write(to: &out, at: depth + 1)
        }
        return true
    }

    func put(_ number: Double, _ out: inout LineBuilder) -> Bool {
        out.put("\(number)", .number)
        return true
    }

    func put(_ number: some BinaryInteger, _ out: inout LineBuilder) -> Bool {
        out.put("\(number)", .number)
        return true
    }

    func put(word: String, _ out: inout LineBuilder) -> Bool {
        out.put(word, .word)
        return true
    }
}
