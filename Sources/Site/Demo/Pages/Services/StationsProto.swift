/// What the calls of the demo site are, as clients and `--proto` read it. `examples/stations.proto` is the same.
enum StationsProto {
    static let text = """
        // The service of the demo site. `hark proxy --proto stations.proto` reads its messages by this file.
        syntax = "proto3";

        package hark.demo;

        import "google/protobuf/timestamp.proto";

        service Stations {
          // One station. NOT_FOUND for a number that none has.
          rpc Get(StationRequest) returns (Station);
          // Readings of a station, one after the other.
          rpc Watch(WatchRequest) returns (stream Reading);
        }

        message StationRequest {
          int32 id = 1;
        }

        enum Kind {
          KIND_UNKNOWN = 0;
          KIND_COAST = 1;
          KIND_INLAND = 2;
        }

        message Station {
          int32 id = 1;
          string name = 2;
          Kind kind = 3;
          double latitude = 4;
          double longitude = 5;
          repeated int32 neighbours = 6;
          map<string, string> links = 7;
        }

        message WatchRequest {
          int32 id = 1;
          // From 1 to 20; 3 when it is left out.
          int32 count = 2;
          // The pause between two readings, at most 10000.
          int32 every_ms = 3;
        }

        message Reading {
          int32 number = 1;
          google.protobuf.Timestamp time = 2;
          oneof value {
            sint32 celsius = 3;
            string fault = 4;
          }
        }

        """
}
