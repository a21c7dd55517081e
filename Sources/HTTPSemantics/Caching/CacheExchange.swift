public import Bytes
public import HTTPModel

/// What a cache sees of one exchange.
public struct CacheExchange: Sendable {
    public let url: Bytes
    public let method: Method
    public let request: FieldSection
    /// nil when no response came.
    public let status: Int?
    public let response: FieldSection
    /// Content bytes of the response, where known.
    public let contentSize: UInt64?
    /// By the wall clock, in seconds since 1970.
    public let requestTime: Int64
    public let responseTime: Int64

    public init(
        url: Bytes, method: Method, request: FieldSection, status: Int?, response: FieldSection,
        contentSize: UInt64? = nil, requestTime: Int64, responseTime: Int64
    ) {
        self.url = url
        self.method = method
        self.request = request
        self.status = status
        self.response = response
        self.contentSize = contentSize
        self.requestTime = requestTime
        self.responseTime = responseTime
    }
}
