import Bytes

/// Sets a value in a JSON text; all other bytes stay as they are.
enum JSONEdit {
    enum Result: Equatable {
        case changed(Bytes)
        /// There is no such place, or the value stands there already.
        case none
        /// A clause.
        case failure(String)
    }

    private struct Splice {
        let range: Range<Int>
        let text: [UInt8]
    }

    /// Places of one text: `$.items[*]` may be many.
    private static let limit = 100_000

    static func set(_ path: ValuePath, to value: Bytes, in text: Bytes) -> Result {
        guard StrictJSON.isValue(text), let root = StrictJSON.node(text) else { return .failure("it is not JSON") }
        var splices: [Splice] = []
        guard collect(root, path.steps[...], value, text, &splices) else {
            return .failure("\(path.text) matches more than \(limit) values")
        }
        var result: [UInt8] = []
        var start = 0
        for splice in splices where splice.range.lowerBound >= start {
            result.append(contentsOf: text.slice(start..<splice.range.lowerBound))
            result.append(contentsOf: splice.text)
            start = splice.range.upperBound
        }
        result.append(contentsOf: text.slice(start..<text.count))
        return result == text.array ? .none : .changed(Bytes(result))
    }

    /// False when there are too many places.
    private static func collect(
        _ node: JSONNode, _ steps: ArraySlice<ValuePath.Step>, _ value: Bytes, _ text: Bytes, _ splices: inout [Splice]
    ) -> Bool {
        guard splices.count < limit else { return false }
        guard let step = steps.first else {
            guard case .success(let end) = StrictJSON.end(text, from: node.offset) else { return true }
            splices.append(Splice(range: node.offset..<end, text: value.array))
            return true
        }
        let rest = steps.dropFirst()
        switch (step, node.value) {
        case (.member(let name), .object(let members)):
            // Of several the last, as most readers take it.
            if let member = members.last(where: { $0.key.bytes(in: text) == name }) {
                return collect(member.value, rest, value, text, &splices)
            }
            if rest.isEmpty { splices.append(added(name, value, node, isEmpty: members.isEmpty)) }
        case (.element(let place), .array(let elements)):
            guard elements.indices.contains(place) else { return true }
            return collect(elements[place], rest, value, text, &splices)
        case (.all, .array(let elements)):
            for element in elements where !collect(element, rest, value, text, &splices) { return false }
        case (.all, .object(let members)):
            for member in members where !collect(member.value, rest, value, text, &splices) { return false }
        case (.member, _), (.element, _), (.all, _): break
        }
        return true
    }

    /// A member that was not there stands first.
    private static func added(_ name: Bytes, _ value: Bytes, _ node: JSONNode, isEmpty: Bool) -> Splice {
        var json = JSONWriter(capacity: 64)
        json.string(name)
        let key = json.withBytes { Array($0) }
        let start = node.offset + 1
        return Splice(
            range: start..<start, text: key + [ASCII.colon] + value.array + (isEmpty ? [] : [ASCII.comma]))
    }
}
