public import Bytes

/// Keys with values in their order: a dictionary (RFC 9651 §3.2), or the parameters of an item (§3.1.2).
///
/// A repeated key keeps its first position and gets the later value. Look-up stays fast however many keys a peer sends.
public struct StructuredMap<Value: Sendable & Hashable>: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One key with its value.
    public struct Entry: Sendable, Hashable {
        /// The key.
        public let key: Bytes
        /// The value.
        public var value: Value
    }

    /// In the order of RFC 9651: a repeated key keeps its position.
    public private(set) var entries: [Entry] = []
    /// Made only when there are many: searching a few in order is quicker.
    private var places: [Bytes: Int] = [:]

    private static var searchable: Int { 8 }

    /// No entry.
    public init() {}

    /// The entries of a literal, in its order.
    public init(dictionaryLiteral elements: (Bytes, Value)...) {
        for (key, value) in elements { self[key] = value }
    }

    /// Whether there is no entry.
    public var isEmpty: Bool { entries.isEmpty }
    /// How many entries there are.
    public var count: Int { entries.count }

    /// Assigning nil has no effect: entries are never removed.
    public subscript(key: Bytes) -> Value? {
        get { place(of: key).map { entries[$0].value } }
        set {
            guard let newValue else { return }
            if let place = place(of: key) {
                entries[place].value = newValue
                return
            }
            entries.append(Entry(key: key, value: newValue))
            if entries.count == Self.searchable {
                for (place, entry) in entries.enumerated() { places[entry.key] = place }
            } else if entries.count > Self.searchable {
                places[key] = entries.count - 1
            }
        }
    }

    private func place(of key: Bytes) -> Int? {
        entries.count < Self.searchable ? entries.firstIndex { $0.key == key } : places[key]
    }

    /// Whether both have the same entries in the same order.
    public static func == (left: Self, right: Self) -> Bool { left.entries == right.entries }

    /// Hashes the entries.
    public func hash(into hasher: inout Hasher) { hasher.combine(entries) }
}
