import Bytes
import Flow
import HTTPModel
import HTTPSemantics

/// What of a request says whether it is the same as another: its method, its URL taken apart, its content.
struct RecordedRequest: Sendable {
    let method: Bytes
    let site: Site
    let path: Bytes
    let query: Bytes?
    let parameters: [Parameter]
    let content: Fingerprint
    /// It asks only for what has changed (RFC 9110 §13.1), which a 304 may answer.
    let isConditional: Bool
    /// It asks for a part (RFC 9110 §14.2), which a 206 may answer.
    let isPartial: Bool

    struct Site: Sendable, Hashable {
        let isSecure: Bool
        let host: Bytes
        let port: UInt16
    }

    struct Parameter: Sendable, Hashable {
        let name: Bytes
        let value: Bytes?
    }

    /// Says of two contents that they are not the same; where it does not, they are taken for it.
    struct Fingerprint: Sendable, Hashable {
        private(set) var count = 0
        /// FNV-1a, 64 bits.
        private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

        static let empty = Fingerprint()

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            count += bytes.count
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
    }

    /// With the content as far as the record has it.
    init(_ record: FlowRecord) {
        var content = Fingerprint.empty
        _ = record.request.content.kept.forEachPiece(of: ContentRef.pieceSize) { piece in
            content.add(piece)
            return true
        }
        self.init(record, content)
    }

    /// A request whose content is this.
    init(_ record: FlowRecord, _ content: Bytes) {
        var fingerprint = Fingerprint.empty
        content.withUnsafeBytes { fingerprint.add($0) }
        self.init(record, fingerprint)
    }

    private init(_ record: FlowRecord, _ content: Fingerprint) {
        let url = URLReference(record.url)
        method = record.method.name
        let isSecure = url.hasScheme("https")
        let authority = url.bytes(url.authority) ?? Bytes()
        let (host, port) = MappedURL.server(authority, isSecure) ?? (authority, 0)
        site = Site(isSecure: isSecure, host: HostName.compared(host), port: port)
        // RFC 9110 §4.2.3: an empty path is the slash.
        let path = url.raw.slice(url.path)
        self.path = path.isEmpty ? "/" : path
        query = url.bytes(url.query)
        parameters = query.map { PercentCoding.pairs($0).map { Parameter(name: $0.name, value: $0.value) } } ?? []
        self.content = content
        let fields = record.requestFields
        isConditional = fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince)
        isPartial = fields.contains(.range)
    }

    /// How much of the query is the same: what both have counts for it, what one has against it.
    func likeness(_ other: RecordedRequest) -> Int {
        if query == other.query { return .max }
        var left = other.parameters
        var same = 0
        for parameter in parameters {
            guard let place = left.firstIndex(of: parameter) else { continue }
            left.remove(at: place)
            same += 1
        }
        return 2 * same - left.count - (parameters.count - same)
    }
}
