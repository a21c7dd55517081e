/// A weather station that is nowhere: what the APIs of the demo site are about.
struct DemoStation: Sendable {
    let id: Int
    let name: String
    let latitude: Double
    let longitude: Double
    /// The numbers of those that can be seen from it.
    let neighbours: [Int]

    static let all = [
        DemoStation(id: 1, name: "Lighthouse", latitude: 54.18, longitude: 7.89, neighbours: [2]),
        DemoStation(id: 2, name: "Harbour", latitude: 53.87, longitude: 8.71, neighbours: [1, 3]),
        DemoStation(id: 3, name: "Windmill", latitude: 53.55, longitude: 9.99, neighbours: [2]),
        DemoStation(id: 4, name: "Observatory", latitude: 51.48, longitude: 0, neighbours: []),
        DemoStation(id: 5, name: "Summit", latitude: 47.42, longitude: 10.98, neighbours: []),
    ]

    static func named(_ id: Int) -> DemoStation? { all.first { $0.id == id } }

    /// Degrees of Celsius: the same each time, and below zero now and then.
    func celsius(_ reading: Int) -> Int { (id * 7 + reading * 5) % 23 - 6 }

    var json: String {
        "{\"id\": \(id), \"name\": \"\(name)\", \"latitude\": \(Self.degrees(latitude)), "
            + "\"longitude\": \(Self.degrees(longitude))}"
    }

    /// With two places.
    static func degrees(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
