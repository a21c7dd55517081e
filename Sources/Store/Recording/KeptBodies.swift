/// The bodies of one flow that has not ended.
struct KeptBodies {
    var request = KeptBody()
    var response = KeptBody()
}
