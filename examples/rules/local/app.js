console.log("from the local folder")
