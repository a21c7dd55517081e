import Bytes

/// The body of a request, read as JSON.
struct PageBody {
    private let bytes: Bytes
    private let root: JSONNode?

    init(_ bytes: Bytes) throws(PageError) {
        self.bytes = bytes
        guard !bytes.isEmpty else {
            root = nil
            return
        }
        let tree: JSONNode? = bytes.array.withUnsafeBufferPointer { buffer in
            var parser = JSONParser(buffer)
            guard let tree = try? parser.tree() else { return nil }
            parser.skipWhitespace()
            return parser.next == nil ? tree : nil
        }
        guard let tree, case .object = tree.value else { throw .request("The body must be one JSON object.") }
        root = tree
    }

    func node(_ name: StaticString) -> JSONNode? {
        guard let node = root?.member(name, in: bytes), !node.isNull else { return nil }
        return node
    }

    /// Whether there is a member of this name, be it null.
    func has(_ name: StaticString) -> Bool { root?.member(name, in: bytes) != nil }

    func text(_ name: StaticString) throws(PageError) -> String? {
        guard let node = node(name) else { return nil }
        guard let text = node.string(in: bytes) else { throw .request("'\(name)' must be a string.") }
        return text.text
    }

    func flag(_ name: StaticString) throws(PageError) -> Bool? {
        guard let node = node(name) else { return nil }
        guard let flag = node.boolean else { throw .request("'\(name)' must be true or false.") }
        return flag
    }

    func integer(_ name: StaticString) throws(PageError) -> Int64? {
        guard let node = node(name) else { return nil }
        guard let number = node.integer(in: bytes) else { throw .request("'\(name)' must be a whole number.") }
        return number
    }

    func octets(_ name: StaticString) throws(PageError) -> Bytes? {
        guard let node = node(name) else { return nil }
        guard let text = node.string(in: bytes), let octets = Base64.decode(text) else {
            throw .request("'\(name)' must be a string in Base64.")
        }
        return Bytes(octets)
    }

    func texts(_ name: StaticString) throws(PageError) -> [String] {
        guard let node = node(name) else { return [] }
        let texts = (node.elements ?? []).compactMap { $0.string(in: bytes)?.text }
        guard let elements = node.elements, elements.count == texts.count else {
            throw .request("'\(name)' must be an array of strings.")
        }
        return texts
    }

    func numbers(_ name: StaticString) throws(PageError) -> [UInt64] {
        guard let node = node(name) else { return [] }
        let numbers = (node.elements ?? []).compactMap { $0.integer(in: bytes).flatMap { UInt64(exactly: $0) } }
        guard let elements = node.elements, elements.count == numbers.count else {
            throw .request("'\(name)' must be an array of numbers.")
        }
        return numbers
    }

    /// The members of an object within, as a body of its own.
    func object(_ name: StaticString) throws(PageError) -> PageBody? {
        guard let node = node(name) else { return nil }
        guard case .object = node.value else { throw .request("'\(name)' must be an object.") }
        return PageBody(bytes: bytes, root: node)
    }

    private init(bytes: Bytes, root: JSONNode?) {
        self.bytes = bytes
        self.root = root
    }
}
