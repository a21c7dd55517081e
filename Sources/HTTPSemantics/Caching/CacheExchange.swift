public import Bytes
public import HTTPModel

/// What a cache sees of one exchange.
public struct CacheExchange: Sendable {
    /// The requested URL.
    public let url: Bytes
    /// The method of the request.
    public let method: Method
    /// The request.
    public let request: FieldSection
    /// nil without a response.
    public let status: Int?
    /// The response.
    public let response: FieldSection
    /// Content bytes of the response, if known.
    public let contentSize: UInt64?
    /// By the wall clock, in seconds since 1970.
    public let requestTime: Int64
    /// When the response arrived, in seconds since 1970.
    public let responseTime: Int64

    /// One exchange, as a cache sees it.
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
