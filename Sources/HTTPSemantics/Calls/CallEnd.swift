import Bytes

/// The last message of a content that has the trailers of a call: lines of fields in gRPC-Web, JSON in Connect.
struct CallEnd {
    private(set) var status: UInt64?
    private(set) var message: Bytes?
    private(set) var isConnect = false

    init(_ bytes: Bytes) {
        if bytes.trimmed.first == ASCII.openBrace {
            isConnect = true
            connect(bytes)
        } else {
            for (name, value) in MultipartReader.fields(bytes) {
                if name.equalsIgnoringCase("grpc-status") { status = value.decimal }
                if name.equalsIgnoringCase("grpc-message") { message = value }
            }
        }
    }

    /// What a call of one message each way is answered with when it fails: the error alone.
    init(error bytes: Bytes) {
        isConnect = true
        if let error = JSONObject(bytes), error["code"] != nil { failed(error) }
    }

    /// `{"error": {"code": "not_found", "message": "…"}}`; without an error all went well.
    private mutating func connect(_ bytes: Bytes) {
        guard let end = JSONObject(bytes) else { return }
        guard case .other(let text)? = end["error"], let error = JSONObject(text) else {
            status = 0
            return
        }
        failed(error)
    }

    /// Connect, "Error Codes": one that is not known is taken for `unknown`.
    private mutating func failed(_ error: JSONObject) {
        var code = CallStatus.unknown
        if case .text(let word)? = error["code"] { code = CallStatus(word: word) ?? .unknown }
        status = UInt64(code.rawValue)
        if case .text(let text)? = error["message"] { message = Bytes(text) }
    }
}
