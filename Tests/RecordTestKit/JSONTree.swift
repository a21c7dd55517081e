import Foundation

/// JSON read back by Foundation, an independent reader.
package struct JSONTree: CustomStringConvertible {
    package let value: Any?

    package init(_ bytes: some Sequence<UInt8>) throws {
        value = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
    }

    private init(value: Any?) {
        self.value = value
    }

    package subscript(key: String) -> JSONTree { JSONTree(value: (value as? [String: Any])?[key]) }
    package subscript(index: Int) -> JSONTree {
        let array = value as? [Any]
        return JSONTree(value: array.flatMap { $0.indices.contains(index) ? $0[index] : nil })
    }

    package var string: String? { value as? String }
    package var int: Int? { (value as? NSNumber)?.intValue }
    package var double: Double? { (value as? NSNumber)?.doubleValue }
    package var bool: Bool? { value as? Bool }
    package var count: Int? { (value as? [Any])?.count }
    package var exists: Bool { value != nil }
    package var isNull: Bool { value is NSNull }
    package var keys: Set<String> { Set((value as? [String: Any])?.keys.map { $0 } ?? []) }
    package var array: [JSONTree] { (value as? [Any])?.map { JSONTree(value: $0) } ?? [] }
    /// A base64 string's bytes.
    package var decoded: [UInt8]? { string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } }
    package var description: String { value.map { "\($0)" } ?? "nothing" }
}
