import Bytes
import HTTPModel

/// `/api/…`: a service locator that names two versions of an API, and both: the old one on its way out, the new one
/// paged.
enum APIPage {
    static let page = DemoPage(
        name: "api",
        cards: [
            SitePage.Card(
                path: "/api/serviceLocator.json", title: "An API and its versions",
                watch:
                    "The locator names v1 and v2. v1 is deprecated and says when it ends; v2 has pages with Link.",
                curl: "curl -i http://demo.hark.test/api/v1/stations"),
            SitePage.Card(
                path: "/api/v2/stations/99", title: "An error for programs",
                watch: "application/problem+json: the error, in fields that a program can read.",
                curl: "curl -i http://demo.hark.test/api/v2/stations/99"),
        ],
        respond: respond)

    private static let base = "http://demo.hark.test/api"

    private static let stations = DemoStation.all

    @Sendable private static func respond(_ request: SiteRequest, _ body: Bytes) -> SiteResponse? {
        switch Array(request.segments.dropFirst()) {
        case ["serviceLocator.json"]: locator
        case ["v1", "stations"]: firstVersion
        case ["v2", "stations"]: secondVersion(request)
        case ["v1"], ["v2"]: .json(200, [], "{\"stations\": \"\(base)/\(request.segments[1])/stations\"}\n")
        case let path where path.count == 3 && path[0] == "v2" && path[1] == "stations": station(path[2])
        default: nil
        }
    }

    private static let locator = SiteResponse.json(
        200, [("Cache-Control", "max-age=300")],
        """
        {
          "service": "stations",
          "default": "v2",
          "versions": {
            "v1": {
              "status": "deprecated",
              "sunset": "2027-06-30",
              "endpoint": "\(base)/v1",
              "resources": { "stations": "\(base)/v1/stations" }
            },
            "v2": {
              "status": "current",
              "endpoint": "\(base)/v2",
              "resources": { "stations": "\(base)/v2/stations" }
            }
          }
        }

        """)

    /// Everything at once, and names alone: what version 1 of an API tends to look like.
    private static let firstVersion = SiteResponse.json(
        200,
        [
            // RFC 9745 and RFC 8594: since when not to build on it, and from when on it will not answer.
            ("Deprecation", "@1748779200"), ("Sunset", "Wed, 30 Jun 2027 23:59:59 GMT"),
            ("Link", "<\(base)/v2/stations>; rel=\"successor-version\""),
        ],
        "[" + stations.map { "\"\($0.name)\"" }.joined(separator: ", ") + "]\n")

    private static func secondVersion(_ request: SiteRequest) -> SiteResponse {
        let size = 2
        let last = (stations.count + size - 1) / size
        let page = request.number("page", in: 1...last, standard: 1)
        let items = stations.dropFirst((page - 1) * size).prefix(size).map { "    \($0.json)" }
        // RFC 8288: the pages next to this one.
        var links: [String] = []
        if page < last { links.append("<\(base)/v2/stations?page=\(page + 1)>; rel=\"next\"") }
        if page > 1 { links.append("<\(base)/v2/stations?page=\(page - 1)>; rel=\"prev\"") }
        return .json(
            200, [("Link", links.joined(separator: ", "))],
            """
            {
              "page": \(page),
              "pages": \(last),
              "stations": [
            \(items.joined(separator: ",\n"))
              ]
            }

            """)
    }

    private static func station(_ id: String) -> SiteResponse {
        if let station = stations.first(where: { String($0.id) == id }) {
            return .json(200, [], station.json + "\n")
        }
        // RFC 9457. The identifier is not repeated: it is the client's, and this is not the place to quote it.
        return SiteResponse(
            404, type: "application/problem+json",
            """
            {
              "type": "\(base)/problems/no-such-station",
              "title": "There is no such station",
              "status": 404,
              "detail": "Stations are numbered from 1 to \(stations.count)."
            }

            """)
    }
}
